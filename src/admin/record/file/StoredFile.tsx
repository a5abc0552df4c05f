import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { asPdfName } from '#forms/resume.ts'
import { display } from '../../parts/display.tsx'
import { Download } from '../../parts/Download.tsx'
import { fileAddress } from './file-address.ts'

type Props = { form: Form; name: string; record: InboxRecord }

/** A file by its name, type and size, with the way to get it. */
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
