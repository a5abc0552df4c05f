import type { InlineParts } from '../../text/inline.ts'

export const WithLinks = ({ text }: { text: InlineParts }) =>
  text.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={part.href} href={part.href}>
        {part.label}
      </a>
    ),
  )
