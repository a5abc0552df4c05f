import { useRef } from 'react'

import { Boundary, Failed } from '../boundary/Boundary.tsx'
import { type CopyWords, Question, type QuestionProps } from './faq/Question.tsx'
import { useOneOpen } from './faq/use-one-open.ts'

type Props = {
  questions: QuestionProps[]
  words: { copy: CopyWords; stopped: string; reload: string }
}

/**
 * Questions with their answers. Without JavaScript each one toggles; touched, they open one at a time,
 * the address names the open one, and its link can be copied.
 */
export const Faq = (props: Props) => (
  <Boundary fallback={<Failed reload={props.words.reload}>{props.words.stopped}</Failed>}>
    <Questions {...props} />
  </Boundary>
)

function Questions({ questions, words }: Props) {
  const list = useRef<HTMLOListElement>(null)
  useOneOpen(list)
  return (
    <ol className="faq" ref={list}>
      {questions.map((question, index) => (
        <Question key={question.id} {...question} isFirst={index === 0} words={words.copy} />
      ))}
    </ol>
  )
}
