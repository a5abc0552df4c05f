import type { Config } from '@netlify/functions'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'

/** Answers for every address of the API that no other function has: a caller never gets a page. */
export default respond('api', () => Promise.reject(new HttpError(404, 'There is no such address.')))

// Without the paths of all others Netlify would have two functions to choose from.
export const config: Config = {
  path: ['/api', '/api/*'],
  excludedPath: [
    '/api/forms/:form',
    '/api/forms/:form(waitlist)',
    '/api/admin/:file(contact-submissions.csv|investor-submissions.csv|eir-submissions.csv|career-applications.csv|waitlist.csv)',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications){/:id}?{/:act(release|hold)}?',
    '/api/admin/:collection(career-applications)/:id/:act(resume)',
    '/api/admin/:collection(waitlist)/entries{/:id}?{/:act(release|hold)}?',
    '/api/admin/:act(login|logout|refresh|sign-out-everywhere)',
    '/api/admin/people{/:act(export|erase)}?',
    '/api/admin/notifications{/:act(test|send-again)}?',
    '/api/admin/:act(self-test)',
    '/api/admin/store/:act(check|backup|file|restore|restored)',
    '/api/admin/:act(counts|weeks)',
    '/api/admin/waitlist/:act(projects)',
  ],
}
