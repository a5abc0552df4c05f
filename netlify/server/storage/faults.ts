/** Storage did not answer, or did not confirm a write. An answer that lets it pass is a 503. */
export class StorageDown extends Error {
  override name = 'StorageDown'
}

/** Storage works, but others changed the same thing each time: trying again later helps. */
export class Contended extends StorageDown {
  override name = 'Contended'
}
