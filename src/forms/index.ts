import { contact } from './contact.ts'
import type { Form } from './form.ts'

/** Every form of the site, in the order of the admin area's tabs. */
export const forms: readonly Form[] = [contact]
