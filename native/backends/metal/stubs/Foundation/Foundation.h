// What backends/metal uses of Apple's frameworks, so that clang can check it on other systems.
#pragma once

#ifndef nil
#define nil ((id)0)
#endif
#define YES ((BOOL)1)
#define NO ((BOOL)0)

typedef signed char BOOL;
typedef unsigned long NSUInteger;

__attribute__((objc_root_class))
@interface NSObject
+ (instancetype)alloc;
- (instancetype)init;
@end

@protocol NSObject
@end

@interface NSString : NSObject
+ (instancetype)stringWithUTF8String:(const char*)text;
- (const char*)UTF8String;
@end

@interface NSError : NSObject
- (NSString*)localizedDescription;
@end
