import { useDevContext } from '#server/storage/request-context.ts'

// Tests use a local store.
useDevContext()
