import { Button } from '../parts/Button.tsx'

type Go = (() => void) | undefined

type Props = {
  headingId: string
  noun: string
  /** Undefined until the record is read. */
  name: string | undefined
  /** Such as “3 of 120”. */
  position: string | undefined
  next: Go
  previous: Go
  close: Go
}

/** Whose record is open, and the ways to the next one, the previous one, and out. */
export const RecordHead = ({ headingId, noun, name, position, next, previous, close }: Props) => (
  <header>
    <p className="note" role="status">
      <span id={`${headingId}-noun`}>{noun}</span>
      {position && `, ${position}`}
    </p>
    <h2 id={headingId} className="h3">
      <bdi>{name ?? noun.charAt(0).toUpperCase() + noun.slice(1)}</bdi>
    </h2>
    <nav aria-label="Records">
      <Step label="Previous" shortcut="k" onPress={previous} />
      <Step label="Next" shortcut="j" onPress={next} />
    </nav>
    <Button look="close" aria-label="Close" onPress={close} />
  </header>
)

type StepProps = { label: 'Previous' | 'Next'; shortcut: string; onPress: Go }

const Step = ({ label, shortcut, onPress }: StepProps) => (
  <Button
    look={label === 'Next' ? 'step' : 'step back'}
    aria-label={label}
    title={`${label} (${shortcut})`}
    aria-disabled={!onPress}
    onPress={onPress}
  />
)
