// The same package under another of its names: tsconfig.json beside this says why.
declare module 'zod/mini' {
  export * from 'zod/v4/mini'
}
