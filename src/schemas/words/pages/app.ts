import { group, line, section } from '../parts.ts'

const mark = line('The section’s name on the scale, and its heading if it has no other.')

/** content/pages/app.yaml */
export const app = group({
  hero: group({ store: line('The button below the form.') }),
  marks: group({
    problems: mark,
    benefits: mark,
    steps: mark,
    workspace: mark,
    qualities: mark,
    roadmap: mark,
  }),
  gallery: section({
    mark: line('The section’s name on the scale.', { count: 6 }),
    strip: line('The name of a row of screens for screen readers.', { count: 6 }),
  }).describe('`{this.count}` is the number of screens.'),
  closing: group({
    mark,
    free: line('Below the form, if the apps cost nothing.'),
    once: line('After that: what the waitlist gets.'),
  }),
})
