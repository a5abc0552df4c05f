import { careers } from './careers.ts'
import { contact } from './contact.ts'
import { eir } from './eir.ts'
import type { Form } from './form.ts'
import { investor } from './investor.ts'
import { waitlist } from './waitlist.ts'

/** Every form of the site, in the order of the admin area's tabs. */
export const forms: readonly Form[] = [contact, investor, eir, careers, waitlist]
