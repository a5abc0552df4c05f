#!/bin/bash
# Netlify skips a build if this ends with 0: nothing that the site is made of has changed since the
# last build. In doubt it builds. Builds that a build hook starts are never skipped.

[[ "$CONTEXT" == production && -z "$INCOMING_HOOK_URL$INCOMING_HOOK_TITLE" ]] || exit 1

# Both are the same in the first build, without a cache, and where the same commit is built again.
[[ -n "$CACHED_COMMIT_REF" && "$CACHED_COMMIT_REF" != "$COMMIT_REF" ]] || exit 1

# A push is built within minutes. Later somebody has pressed “Trigger deploy” and wants a build.
committed=$(git log -1 --format=%ct "$COMMIT_REF") || exit 1
(($(date +%s) - committed < 60 * 60)) || exit 1

git diff --quiet "$CACHED_COMMIT_REF" "$COMMIT_REF" -- . \
  ':!docs' ':!tests' ':!*.test.ts' ':!README.md' ':!CONTRIBUTING.md' ':!SECURITY.md'
