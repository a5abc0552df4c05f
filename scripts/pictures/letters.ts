type Letter = {
  /** When it arrives, in UTC. */
  at: string
  name: string
  [field: string]: string
}

/** The one that stands first in the list. */
export const newest: Letter = {
  at: '2026-03-11T05:02Z',
  name: 'Priya Raman',
  email: 'priya.raman@example.com',
  company: 'Ledgerline',
  subject: 'Investment Opportunity',
  message: 'Axel AI is what I wished for at every month’s end. Could we talk this week?',
}

/** What came in before the pictures are taken, oldest first. Nobody in here exists. */
export const letters: Letter[] = [
  {
    at: '2026-03-02T09:40Z',
    name: 'Kabir Anand',
    email: 'kabir.anand@example.com',
    company: 'Lantern Foods',
    subject: 'General Inquiry',
    message: 'Do you also take on teams that have been selling for a year already?',
  },
  {
    at: '2026-03-04T04:55Z',
    name: 'Sofia Almeida',
    email: 'sofia.almeida@example.com',
    company: 'Maré Logistics',
    subject: 'Partnership Request',
    message:
      'We deliver for eighty distributors and would like to try your tools with ten of them.',
  },
  {
    at: '2026-03-05T07:18Z',
    name: 'Daniel Weiss',
    email: 'daniel.weiss@example.com',
    subject: 'Other',
    message: 'May I quote your article about week four in a lecture?',
  },
  {
    at: '2026-03-06T05:26Z',
    name: 'Meera Pillai',
    email: 'meera.pillai@example.com',
    company: 'Saffron & Slate',
    subject: 'Partnership Request',
    message: 'We run forty pharmacies in Kerala. Could we stock AlphaSkin this summer?',
  },
  {
    at: '2026-03-06T12:47Z',
    name: 'Best Offer',
    email: 'offer@example.com',
    subject: 'Other',
    message: 'Rank first by tomorrow.',
    // A person can't see this field, so this one is held.
    honeypot: 'https://offer.example',
  },
  {
    at: '2026-03-09T04:33Z',
    name: 'Grace Okonkwo',
    email: 'grace.okonkwo@example.com',
    company: 'Harbour Clinics',
    subject: 'General Inquiry',
    message: 'May a clinic offer Calmist to its staff?',
  },
  {
    at: '2026-03-10T06:50Z',
    name: 'Arjun Desai',
    email: 'arjun.desai@example.com',
    company: 'Deccan Robotics',
    subject: 'Investment Opportunity',
    message: 'We build grippers and look for somebody to lead a small round.',
  },
  {
    at: '2026-03-10T10:14Z',
    name: 'Yuki Tanaka',
    email: 'yuki.tanaka@example.com',
    company: 'Tanaka Audio',
    subject: 'Partnership Request',
    message: 'Our speakers could ship with Dhvani on them. Whom should we talk to?',
  },
  newest,
]
