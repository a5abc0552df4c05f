/**
 * Storage did not answer, or did not confirm a write. Only storage/ throws it; whoever lets it pass
 * answers 503.
 */
export class StorageDown extends Error {
  override name = 'StorageDown'
}
