import type { Config } from '@netlify/functions'
import forms from './forms.ts'

// Without the platform's limit of the other forms: a waitlist's page would show its 429 as “You’re
// already on the list.”
export default forms

export const config: Config = { path: '/api/forms/:form(waitlist)' }
