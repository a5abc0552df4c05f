import { describe, expect, expectTypeOf, test } from 'vitest'
import { careers, careersFor } from './careers.ts'
import { contact } from './contact.ts'
import { isRequired } from './form.ts'
import { check } from './judging/check.ts'
import type { Answers, Submission } from './submission.ts'
import { forms } from './index.ts'
import { investor } from './investor.ts'
import { personFields } from './roles.ts'

const typed = {
  name: ' Ada Lovelace ',
  email: 'ada@example.com',
  company: '',
  subject: 'General Inquiry',
  message: 'Hello.',
}

test('valid answers are normalized, and empty optional ones are left out', () => {
  expect(check(contact, typed)).toEqual({
    answers: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      subject: 'General Inquiry',
      message: 'Hello.',
    },
  })
})

test('wrong answers give one message per field, in the order of the form', () => {
  const { errors } = check(contact, {})
  expect(Object.keys(errors ?? {})).toEqual(['name', 'email', 'subject', 'message'])
})

test('a form without options takes no answer, not even an empty one', () => {
  const { errors } = check(careersFor([]), { roleSlug: '' })
  expect(errors).toHaveProperty('roleSlug', 'Select the role you are applying for.')
})

test('unknown and inherited keys are left out', () => {
  // Object.create returns `any`.
  const inherited = Object.create({ name: 'Inherited' }) as Record<string, unknown>
  expect(check(contact, Object.assign(inherited, { email: 'a@b.c' })).errors).toHaveProperty('name')
  expect(check(contact, { ...typed, isAdmin: true }).answers).not.toHaveProperty('isAdmin')
})

test('the type of the answers follows from the form', () => {
  expectTypeOf<Answers<typeof contact>['name']>().toEqualTypeOf<string>()
  expectTypeOf<Answers<typeof contact>['company']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Answers<typeof investor>['stageFocus']>().toExtend<string[] | undefined>()
  expectTypeOf<Answers<typeof careers>['resumeFileName']>().toEqualTypeOf<string>()
  expectTypeOf<Answers<typeof careers>['resumeFileSize']>().toEqualTypeOf<number>()
  expectTypeOf<Answers<typeof careers>>().not.toHaveProperty('resumeFile')
  expectTypeOf<'Any other'>().not.toExtend<Submission<typeof contact>['subject']>()
  expectTypeOf<Submission['createdAt']>().toEqualTypeOf<string>()
})

describe.each(forms.map((form) => [form.name, form] as const))('the %s form', (_, form) => {
  test('shows only columns that it has', () => {
    for (const column of form.columns) {
      expect([...Object.keys(form.fields), 'id', 'createdAt']).toContain(column)
    }
  })

  test('asks for name and e-mail, so that a search finds the person', () => {
    expect(personFields(form)).toContain('email')
    expect(personFields(form)).toHaveLength(2)
  })

  test('has a unique name, collection, captcha action and tab', () => {
    for (const key of ['name', 'collection', 'captchaAction', 'tab'] as const) {
      expect(forms.filter((other) => other[key] === form[key])).toEqual([form])
    }
  })

  test('has options exactly for its select and multiple-choice fields', () => {
    for (const { options, control } of Object.values(form.fields)) {
      expect(options !== undefined).toBe(['select', 'several'].includes(control))
    }
  })
})

test('required fields are those that a submission needs', () => {
  const required = Object.entries(contact.fields).filter(([, field]) => isRequired(field))
  expect(required.map(([name]) => name)).toEqual(['name', 'email', 'subject', 'message'])
})
