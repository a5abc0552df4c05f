import { vi } from 'vitest'
import { requestName } from '../../request-name.ts'
import { interceptStorage } from '../studio.ts'

/**
 * Another instance of the housekeeping, with the same store and its own memory. It is dead once
 * `isAlive` is false for a request, such as “put summary”.
 */
export async function anotherInstance(
  isAlive: (request: string) => boolean = () => true,
): Promise<() => Promise<void>> {
  let transport: typeof fetch = fetch
  interceptStorage((storage) => (transport = storage))()
  vi.resetModules()
  const { useDevContext } = await import('#server/storage/request-context.ts')
  useDevContext()
  const { useTransport } = await import('#server/storage/fetch-with-retry.ts')
  useTransport(async (input, init) => {
    if (!isAlive(requestName(input, init))) throw new TypeError('The process is dead.')
    return transport(input, init)
  })
  const { deliverPending } = await import('#server/notifications/outbox/deliver.ts')
  return () => deliverPending(() => true)
}
