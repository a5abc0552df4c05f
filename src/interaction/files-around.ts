/** All files of the island's code (files-of.ts), so that no file waits for its importer. */
export const filesAround = (island: Element) =>
  island.closest<HTMLElement>('[data-files]')?.dataset['files']?.split(' ') ?? []
