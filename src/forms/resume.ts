/** The size limit of a resume: 4 MiB, about 5.6 million characters of base64. */
export const RESUME_LIMIT_BYTES = 4 * 1024 * 1024

/** The error texts of the field. */
export const resumeWords = {
  missing: 'Upload your resume in PDF format.',
  wrong: 'Please upload a PDF resume.',
  large: 'Resume must be smaller than 4 MB.',
  longName: 'Use a file name of at most 200 characters.',
  unreadable: 'Failed to read file.',
  lost: 'Choose your file again.',
}

/** The signal of a submission whose file is not kept: it exceeds the day's budget. */
export const NO_FILE = 'file not kept'

/** Added to the thank-you text if the daily limit for files was reached. */
export const resumeNotKept = (studioEmail: string) =>
  `We could not keep your resume today. Please mail it to ${studioEmail}.`

/** The ending decides which program opens a file. */
const PDF_ENDING = /\.pdf$/i

export const isPdfName = (name: string): boolean => PDF_ENDING.test(name)

/** The name under which a resume is saved. Adds `.pdf` if an older record has another ending. */
export const asPdfName = (name: string): string => (isPdfName(name) ? name : `${name}.pdf`)

/** The search range for the header (Adobe PDF Reference 1.7, appendix H, note 13). */
export const PDF_BEGINS_WITHIN_BYTES = 1_024

/** The first three characters are a byte order mark (UTF-8), each byte read as a character. */
const PDF_BEGINNING = /^(\u00ef\u00bb\u00bf)?[\t\n\f\r ]*%PDF-/

/** Whether the file starts as a PDF. Bytes before the header may make it another kind of file. */
export const beginsAsPdf = (bytes: Uint8Array): boolean =>
  PDF_BEGINNING.test(String.fromCharCode(...bytes.subarray(0, PDF_BEGINS_WITHIN_BYTES)))
