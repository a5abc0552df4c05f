import type { AnswerOf } from './answer.ts'
import type { Fields, Form } from './form.ts'

/** A file travels and is stored as its name, type and size: `resumeFileName` and so on. */
export const FILE_FACTS = ['Name', 'Type', 'Size'] as const

type FileField<F extends Fields> = {
  [K in keyof F & string]: F[K]['control'] extends 'file' ? K : never
}[keyof F & string]

type FileAnswers<Name extends string> = Record<`${Name}${'Name' | 'Type'}`, string> &
  Record<`${Name}Size`, number>

/** The fields that may be left empty. */
type OptionalField<F extends Fields> = {
  [K in keyof F]: undefined extends AnswerOf<F[K]['answer']> ? K : never
}[keyof F]

type OwnAnswers<F extends Fields> = {
  [K in Exclude<keyof F, FileField<F> | OptionalField<F>>]: AnswerOf<F[K]['answer']>
} & { [K in OptionalField<F>]?: AnswerOf<F[K]['answer']> }

/** What a form's fields answer, as it travels and is stored; a field left empty is left out. */
export type Answers<F extends Form = Form> = Readonly<
  OwnAnswers<F['fields']> & FileAnswers<FileField<F['fields']>>
>

/**
 * One stored submission: which one it is, when it came (ISO 8601), and the answers. Its `signals`
 * say why it was held, if it was. The type follows the form's description all the way, from
 * storage to screen.
 */
export type Submission<F extends Form = Form> = Answers<F> & {
  readonly id: string
  readonly createdAt: string
  readonly signals?: readonly string[]
}

/** The keys under which a form's answers are stored, in the form's order. */
export const storedKeys = (form: Pick<Form, 'fields'>): string[] =>
  Object.entries(form.fields).flatMap(([name, { control }]) =>
    control === 'file' ? FILE_FACTS.map((fact) => name + fact) : [name],
  )
