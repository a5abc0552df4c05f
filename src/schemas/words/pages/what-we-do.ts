import { group, groups, line, link, metadata, onward, section, text } from '../parts.ts'

/** content/pages/what-we-do.yaml */
export const whatWeDo = group({
  metadata,
  head: section({
    lead: text('Beside the heading.'),
    merged: line('On the line into which those of the services merge.'),
  }),
  services: section({
    list: groups(
      {
        name: line('The service.'),
        what: text('What it is.'),
        gives: line('What a company has from it.'),
      },
      4,
    ).describe('The services, in the order of the plates.'),
  }),
  system: section({
    lead: text('Beside the heading.'),
    gate: line('In front of what happens at the end of a phase.'),
    phases: groups(
      {
        name: line('The phase.'),
        lasts: line('How long it takes.'),
        events: groups({
          at: line('When it happens; `{this.week}` is the week on the drawing.', { week: 1 }),
          what: text('What happens.'),
        }),
        gate: text('What happens at its end.').optional(),
      },
      3,
    ),
  }),
  pillars: section({
    beam: line('On the beam that the pillars carry.'),
    list: groups({ name: line('The pillar.'), what: text('What it is.') })
      .max(5)
      .describe('Three to five pillars.'),
    note: line('Below the drawing.'),
  }),
  offers: group({
    mark: line('The section’s name on the scale.'),
    brings: line('Above what a partner brings.'),
    gets: line('Above what the studio brings.'),
    list: groups({
      who: line('The partners.'),
      brings: text('What they bring.'),
      gets: text('What the studio brings.'),
      action: link('The button.'),
    }),
  }),
  onward,
})
