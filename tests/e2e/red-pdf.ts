/** The width and height of the page in points. */
const SIDE = 400

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE} ${SIDE}] /Contents 4 0 R >>`,
  contentOf(`1 0 0 rg 0 0 ${SIDE} ${SIDE} re f`),
]

function contentOf(drawing: string) {
  return `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`
}

/** A real PDF with one red page. */
export function redPdf(): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const place = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer)
}
