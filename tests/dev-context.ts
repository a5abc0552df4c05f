import { useDevContext } from '#server/storage/budget.ts'

// Tests work on a store of this machine.
useDevContext()
