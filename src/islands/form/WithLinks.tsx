import type { InlineParts } from '../../text/inline.ts'
import { sayWhat } from '../../text/fill-in.ts'

type About = Record<string, string>

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
