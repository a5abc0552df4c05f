/**
 * The addresses of all files of an island, for `data-files` on an element around it: a touch
 * requests all of them at once (touched.ts). `npm run dev` knows none.
 */
export const filesOf = (island: string) => globalThis.builtIslands?.get(island)?.join(' ')
