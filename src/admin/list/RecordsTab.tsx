import type { Form } from '#forms/form.ts'
import { Records } from './Records.tsx'

/** What came in through one form. */
export const RecordsTab = ({ form }: { form: Form }) => (
  <Records source={{ form }} title={<h2>{form.tab}</h2>} />
)
