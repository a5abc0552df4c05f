import { atom } from 'nanostores'
import type { Form } from '#forms/form.ts'
import type { FormTab } from '../list/FormTab.tsx'
import { Loading } from '../parts/Loading.tsx'
import { useStore } from '../parts/use-store.ts'

type Loaded = { Tab: typeof FormTab } | { failure: unknown }

/** React's `lazy` would draw a loaded view too late for the next key. */
const $loaded = atom<Loaded | undefined>(undefined)

// Loading starts at once and blocks neither the overview nor the session check.
import('../list/FormTab.tsx').then(
  ({ FormTab }) => $loaded.set({ Tab: FormTab }),
  (failure: unknown) => $loaded.set({ failure }),
)

/** A form's list, with its records: half of the admin area's code. */
export function Lists({ form }: { form: Form }) {
  const loaded = useStore($loaded, undefined)
  if (!loaded) return <Loading words={`Loading ${form.plural}…`} />
  if ('failure' in loaded) throw loaded.failure
  return <loaded.Tab form={form} />
}
