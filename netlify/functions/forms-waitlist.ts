import type { Config } from '@netlify/functions'
import forms from './forms.ts'

// Apart from the others: the platform answers their limit with 429, which a page of the waitlist takes
// for “You’re already on the list.”
export default forms

export const config: Config = { path: '/api/forms/:form(waitlist)' }
