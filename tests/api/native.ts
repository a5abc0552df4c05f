import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import * as kv from '#server/storage/kv.ts'
import { askForm, type Asked } from './studio.ts'

/** What a browser sends by itself of these answers: texts, boxes that are ticked, and a file. */
export function nativeBody(form: Form, answers: object): FormData | URLSearchParams {
  const data = new FormData()
  const { resumeFileBase64, resumeFileName, resumeFileType, resumeFileSize, ...texts } =
    answers as Record<string, unknown>
  for (const [name, value] of Object.entries(texts)) {
    for (const one of [value].flat()) {
      if (typeof one === 'string') data.append(name, one.replaceAll('\n', '\r\n'))
    }
  }
  data.append('website', '')
  if (form.name !== careers.name) {
    return new URLSearchParams([...data].map(([name, value]) => [name, value as string]))
  }
  const bytes = Buffer.from(textOf(resumeFileBase64), 'base64')
  // The size is that of the bytes, whatever a page would have said.
  const size = typeof resumeFileSize === 'number' ? resumeFileSize : bytes.byteLength
  const whole = Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.byteLength), 'a')])
  const name = textOf(resumeFileName)
  data.append('resumeFile', new File([whole], name, { type: textOf(resumeFileType) }))
  return data
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const sendNatively = (form: Form, answers: object, asked: Asked = {}) =>
  askForm(form.name, { body: nativeBody(form, answers), ...asked })

/** The held records of a collection with their answers, the newest first. */
export async function held(collection = contact.collection): Promise<Record<string, unknown>[]> {
  const keys = (await kv.list(`rec/${collection}/`)).filter((key) => key.endsWith('.held')).sort()
  const records = await Promise.all(keys.map((key) => kv.get(key)))
  return records.map(
    (found) => (found?.value as { submission: Record<string, unknown> }).submission,
  )
}
