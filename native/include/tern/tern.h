#pragma once

/// Everything that the library offers.

#include "tern/batch.h"
#include "tern/error.h"
#include "tern/generate.h"
#include "tern/gguf.h"
#include "tern/gguf_output.h"
#include "tern/log.h"
#include "tern/model.h"
#include "tern/sampler.h"
#include "tern/session.h"
#include "tern/tokenizer.h"
#include "tern/type.h"
#include "tern/version.h"
