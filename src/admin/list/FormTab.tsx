import type { Form } from '#forms/form.ts'
import { Records } from './Records.tsx'
import { WaitlistTab } from './WaitlistTab.tsx'

/** What came in through one form; where it keeps a collection for each app, by app. */
export const FormTab = ({ form }: { form: Form }) =>
  form.splitBy ? (
    <WaitlistTab form={form} />
  ) : (
    <Records source={{ form }} title={<h2>{form.tab}</h2>} />
  )
