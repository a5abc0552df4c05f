import type { Config } from '@netlify/functions'
import forms from './forms.ts'

/**
 * The waitlist's form, apart from the others for one reason: they have a limit that the platform
 * answers with 429, and to a page of the waitlist that means “You’re already on the list.”
 */
export default forms

export const config: Config = { path: '/api/forms/:form(waitlist)' }
