import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { asPdfName } from '#forms/resume.ts'
import { Download } from '../parts/Download.tsx'
import { display } from '../parts/display.tsx'

/** The address of a record's file: a download, or in a frame the file itself. */
export const fileAddress = ({ collection }: Form, id: string): string =>
  `/api/admin/${collection}/${encodeURIComponent(id)}/resume`

export const fileField = ({ fields }: Form): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.control === 'file')

type Props = { form: Form; name: string; record: InboxRecord }

/** A file's name, type and size, with a download. */
export function StoredFile({ form, name, record }: Props) {
  const sentName = record[`${name}Name`]
  if (typeof sentName !== 'string') return display(undefined)
  const fileName = asPdfName(sentName)
  return (
    <>
      <Download href={fileAddress(form, record.id)} name={fileName}>
        {fileName}
      </Download>{' '}
      <span className="soft tabular">
        {inKilobytes(record[`${name}Size`])}, {display(record[`${name}Type`])}
      </span>
    </>
  )
}

const inKilobytes = (bytes: unknown) =>
  typeof bytes === 'number' ? `${Math.ceil(bytes / 1024).toLocaleString()} KB` : 'unknown size'
