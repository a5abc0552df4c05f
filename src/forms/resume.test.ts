import { expect, test } from 'vitest'
import { asPdfName, beginsAsPdf } from './resume.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'

test.each([
  '%PDF-',
  '%PDF-1.7\nand more',
  `${BYTE_ORDER_MARK}%PDF-1.4`,
  ' \t\n\f\r%PDF-1.4',
  `${BYTE_ORDER_MARK}\r\n%PDF-1.4`,
  `${' '.repeat(1_019)}%PDF-1.4`,
])('%j is the start of a PDF', (beginning) => {
  expect(beginsAsPdf(bytes(beginning))).toBe(true)
})

test.each([
  '',
  'PDF-1.7',
  '%PDF',
  'MZ%PDF-1.7',
  '\u0000%PDF-1.7',
  '\u000b%PDF-1.7',
  '\u00a0%PDF-1.7',
  ` ${BYTE_ORDER_MARK}%PDF-1.7`,
  BYTE_ORDER_MARK.repeat(2) + '%PDF-1.7',
  '\u00fe\u00ff%PDF-1.7',
  '\n#!/bin/sh\n%PDF-1.7',
  '<!doctype html>%PDF-1.7',
  `${' '.repeat(1_020)}%PDF-1.4`,
])('%j is not the start of a PDF', (beginning) => {
  expect(beginsAsPdf(bytes(beginning))).toBe(false)
})

test('a resume is downloaded under a name that ends in .pdf', () => {
  expect(asPdfName('cv.pdf')).toBe('cv.pdf')
  expect(asPdfName('CV.PDF')).toBe('CV.PDF')
  expect(asPdfName('Resume.exe')).toBe('Resume.exe.pdf')
  expect(asPdfName('cv.pdf.hta')).toBe('cv.pdf.hta.pdf')
  expect(asPdfName('cvpdf')).toBe('cvpdf.pdf')
})
