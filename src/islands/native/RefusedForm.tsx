import { renderToStaticMarkup } from 'react-dom/server'
import careers from 'words:forms/careers'
import contact from 'words:forms/contact'
import eir from 'words:forms/eir'
import investor from 'words:forms/investor'
import { refused as words } from 'words:forms/without-script'
import type { Refused } from '#forms/judging/native-form.ts'
import { FormSheet } from '../form/FormSheet.tsx'
import type { SpecialProps } from '../form/FormField.tsx'
import { ResumeInput } from '../form/ResumeInput.tsx'
import { WaitlistSheet } from '../WaitlistSheet.tsx'
import { pageOf } from './pages.ts'

const wordsOf = { careers, contact, eir, investor }

/** What functions load of a build (src/build/form-pages.ts): a form that was not stored, as HTML. */
export const render = (refused: Refused): string =>
  renderToStaticMarkup(<RefusedForm {...refused} />)

/** A form that was not stored: what is wrong, and below it the form as it was filled in. */
export function RefusedForm({ form, typed, errors: wrong, problem }: Refused) {
  const errors = { ...lostFiles({ form, typed, errors: wrong }), ...wrong }
  const isOurs = Object.keys(errors).length === 0
  return (
    <>
      <div className="notice bad" role="alert" tabIndex={-1} autoFocus>
        <div>
          <p>{problem}</p>
          {isOurs && <p>{typed ? words.kept : words.back}</p>}
          {!typed && pageOf(form) && (
            <p>
              <a href={pageOf(form)}>{words.form}</a>
            </p>
          )}
          {!isOurs && <Messages form={form} errors={errors} />}
        </div>
      </div>
      {typed && <Again form={form} typed={typed} errors={errors} />}
    </>
  )
}

const Messages = ({ form, errors }: Pick<Refused, 'form' | 'errors'>) => (
  <ul>
    {Object.entries(errors).map(([name, message]) => (
      <li key={name}>
        {form.fields[name]?.control === 'none' ? (
          message
        ) : (
          <a href={`#${form.name}-${name}`}>{message}</a>
        )}
      </li>
    ))}
  </ul>
)

type Again = Pick<Refused, 'form' | 'errors'> & { typed: NonNullable<Refused['typed']> }

function Again({ form, ...props }: Again) {
  const { name } = form
  if (Object.hasOwn(wordsOf, name)) {
    // The line above has checked it.
    const own = wordsOf[name as keyof typeof wordsOf]
    return (
      <div data-form-page={pageOf(form)}>
        <FormSheet {...props} form={form} words={own} id={name} inputs={{ resumeFile: Resume }} />
      </div>
    )
  }
  const { projectSlug: slug, projectName: app } = { ...props.typed, ...form.derive?.(props.typed) }
  if (typeof slug !== 'string' || typeof app !== 'string') return null
  return <WaitlistSheet {...props} form={form} id={name} slug={slug} app={app} />
}

const Resume = (props: SpecialProps) => <ResumeInput {...props} words={careers.resume} />

/** A file that was sent is gone, whatever was wrong. */
const lostFiles = ({ form, typed, errors }: Omit<Refused, 'problem'>) =>
  Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, { control }]) =>
      control === 'file' && typed?.[`${name}Name`] && !(name in errors)
        ? [[name, words.fileAgain]]
        : [],
    ),
  )
