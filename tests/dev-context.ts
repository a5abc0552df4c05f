import { useDevContext } from '#server/storage/budget.ts'

// Tests use a local store.
useDevContext()
