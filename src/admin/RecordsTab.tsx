import type { Form } from '#forms/form.ts'
import { Records } from './records/Records.tsx'

/** What came in through one form. */
export const RecordsTab = ({ form }: { form: Form }) => (
  <Records collection={{ form }} title={<h2>{form.tab}</h2>} />
)
