import type { Config } from '@netlify/functions'
import { HttpError } from '#server/http/answers.ts'
import { respond } from '#server/http/respond.ts'

/**
 * 404 in JSON for every address of the API without a function, and for each missing file below
 * /_astro/, which a page from before a deploy may ask for. `_headers` lets browsers keep files of
 * that folder for a year; this answer must not be kept.
 */
export default respond('api', () => Promise.reject(new HttpError(404, 'There is no such address.')))

// Netlify would otherwise find two functions for one address.
export const config: Config = {
  path: ['/api', '/api/*', '/_astro/*'],
  preferStatic: true,
  excludedPath: [
    '/api/forms/:form',
    '/api/forms/:form(waitlist)',
    '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications){/:id}?{/:action(release|hold)}?',
    '/api/admin/:collection(career-applications)/:id/:action(resume)',
    '/api/admin/:collection(waitlist)/entries{/:id}?{/:action(release|hold)}?',
    '/api/admin/:action(login|logout|refresh|sign-out-everywhere)',
    '/api/admin/:action(passkey-options|passkey|join-options|join)',
    '/api/admin/:action(command|command-session)',
    '/api/admin/:action(commands)/:id',
    '/api/admin/staff{/:id}?',
    '/api/admin/own/:action(key-options|keys)',
    '/api/admin/own/:action(key)/:key',
    '/api/admin/:action(log|log.csv)',
    '/api/admin/people{/:action(export|erase)}?',
    '/api/admin/notifications{/:action(test|send-again)}?',
    '/api/admin/:action(self-test)',
    '/api/admin/store/:action(check|seal|backup|file|restore|restored)',
    '/api/admin/:action(counts|weeks)',
    '/api/admin/waitlist/:action(projects)',
  ],
}
