/** A resume stays below this: 4 MiB, which is some 5.6 million characters of base64. */
export const RESUME_LIMIT_BYTES = 4 * 1024 * 1024

/** What is said beside the field: nothing chosen, no PDF, too large, … */
export const resumeWords = {
  missing: 'Upload your resume in PDF format.',
  wrong: 'Please upload a PDF resume.',
  large: 'Resume must be smaller than 4 MB.',
  longName: 'Use a file name of at most 200 characters.',
  unreadable: 'Failed to read file.',
}

/** Said in the thanks where a day's room for files was used up before this one came. */
export const resumeNotKept = (studioEmail: string) =>
  `We could not keep your resume today. Please mail it to ${studioEmail}.`

/** The ending decides which program opens a file. */
const PDF_ENDING = /\.pdf$/i

/** Whether a file's name is that of a PDF. */
export const isPdfName = (name: string): boolean => PDF_ENDING.test(name)

/** The name under which a resume is saved. Older records may have another ending: it stays in front. */
export const asPdfName = (name: string): string => (isPdfName(name) ? name : `${name}.pdf`)

/** No reader of PDFs looks further for the beginning (Adobe PDF Reference 1.7, appendix H, note 13). */
export const PDF_BEGINS_WITHIN_BYTES = 1_024

/** The first three characters are a byte order mark (UTF-8), each byte read as a character. */
const PDF_BEGINNING = /^(\u00ef\u00bb\u00bf)?[\t\n\f\r ]*%PDF-/

/** Whether a file's first bytes are a PDF's: what else is before the mark may be another kind of file. */
export const beginsAsPdf = (bytes: Uint8Array): boolean =>
  PDF_BEGINNING.test(String.fromCharCode(...bytes.subarray(0, PDF_BEGINS_WITHIN_BYTES)))
