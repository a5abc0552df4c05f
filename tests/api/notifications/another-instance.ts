import { vi } from 'vitest'
import { interceptStorage } from '../studio.ts'

/** Another instance of the housekeeping, with the same store and its own memory. */
export async function anotherInstance(): Promise<() => Promise<void>> {
  let transport: typeof fetch = fetch
  interceptStorage((storage) => (transport = storage))()
  vi.resetModules()
  const { useDevContext } = await import('#server/storage/request-context.ts')
  useDevContext()
  const { useTransport } = await import('#server/storage/fetch-with-retry.ts')
  useTransport((input, init) => transport(input, init))
  const { deliverPending } = await import('#server/notifications/outbox/deliver.ts')
  return () => deliverPending(() => true)
}
