/** Storage did not answer, or did not confirm a write. Uncaught it becomes a 503. */
export class StorageDown extends Error {
  override name = 'StorageDown'
}

/** Other writers changed the same value each time: trying again later helps. */
export class Contended extends StorageDown {
  override name = 'Contended'
}
