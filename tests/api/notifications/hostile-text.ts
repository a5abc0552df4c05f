import fc from 'fast-check'

/** Text that tries to end a line, a header or an address. */
export const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\u2028',
        'Bcc: x@y.test',
        '=?utf-8?B?DQo=?=',
        '<',
        '>',
        ',',
        '"',
        ' ',
        'a',
        '\0',
        ':',
        ';',
        '(',
        '\\',
        'مرحبا',
        '你好',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
)
