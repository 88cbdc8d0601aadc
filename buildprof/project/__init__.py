"""What to build: buildprof.toml, built-in profiles, scopes, variants and toolchains."""
