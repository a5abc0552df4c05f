// The same package under another name: see tsconfig.json in this folder.
declare module 'zod/mini' {
  export * from 'zod/v4/mini'
}
