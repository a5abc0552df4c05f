import type { AnswerOf } from './answer.ts'
import type { Fields, Form } from './form.ts'

/** A file is sent and stored as its name, type and size: `resumeFileName` and so on. */
export const FILE_FACTS = ['Name', 'Type', 'Size'] as const

type FileField<F extends Fields> = {
  [K in keyof F & string]: F[K]['control'] extends 'file' ? K : never
}[keyof F & string]

type FileAnswers<Name extends string> = Record<`${Name}${'Name' | 'Type'}`, string> &
  Record<`${Name}Size`, number>

type OptionalField<F extends Fields> = {
  [K in keyof F]: undefined extends AnswerOf<F[K]['answer']> ? K : never
}[keyof F]

type OwnAnswers<F extends Fields> = {
  [K in Exclude<keyof F, FileField<F> | OptionalField<F>>]: AnswerOf<F[K]['answer']>
} & { [K in OptionalField<F>]?: AnswerOf<F[K]['answer']> }

/** A form's answers as they are sent and stored. An empty optional field is missing. */
export type Answers<F extends Form = Form> = Readonly<
  OwnAnswers<F['fields']> & FileAnswers<FileField<F['fields']>>
>

/**
 * One stored submission: its id, when it came (ISO 8601), and its answers. `signals` says why it
 * was held, if it was. The type follows from the form's description, from storage to screen.
 */
export type Submission<F extends Form = Form> = Answers<F> & {
  readonly id: string
  readonly createdAt: string
  readonly signals?: readonly string[]
}

export const storedKeys = (form: Pick<Form, 'fields'>): string[] =>
  Object.entries(form.fields).flatMap(([name, { control }]) =>
    control === 'file' ? FILE_FACTS.map((fact) => name + fact) : [name],
  )
