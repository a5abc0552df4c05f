/** A resume stays below this many bytes: 4 MiB, which is some 5.6 million characters of base64. */
export const RESUME_LIMIT = 4 * 1024 * 1024

export const resumeWords = {
  missing: 'Upload your resume in PDF format.',
  wrong: 'Please upload a PDF resume.',
  large: 'Resume must be smaller than 4 MB.',
  unreadable: 'Failed to read file.',
}
