// built by runtime/editor/build.mjs
