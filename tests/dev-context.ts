import { useDevContext } from '#server/http/request-context.ts'

// Tests work on a store of this machine.
useDevContext()
