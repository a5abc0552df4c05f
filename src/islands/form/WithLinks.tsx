import type { InlineParts } from '../../text/inline.ts'

type About = Record<string, string>

/** Fills in what a text is about: `{this.app}` becomes the app. */
export const sayWhat = (text: string, about: About) =>
  text.replace(/\{this\.(\w+)\}/g, (_, key: string) => about[key] ?? '')

/** A text from content/ with its links. */
export const WithLinks = ({ text, about = {} }: { text: InlineParts; about?: About }) =>
  text.map((part) =>
    typeof part === 'string' ? (
      sayWhat(part, about)
    ) : (
      <a key={part.href} href={sayWhat(part.href, about)}>
        {part.label}
      </a>
    ),
  )
