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
