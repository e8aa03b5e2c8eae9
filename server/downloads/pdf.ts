import { fileURLToPath } from 'node:url'
import type { Document } from 'pdfmake'

const inter = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`))
const FONTS = {
  Inter: {
    normal: inter('400Regular/Inter_400Regular.ttf'),
    bold: inter('600SemiBold/Inter_600SemiBold.ttf'),
  },
}

/** Loaded on demand, because the library takes 15 MB. */
async function loadPdfmake() {
  const { default: pdfmake } = await import('pdfmake')
  pdfmake.setFonts(FONTS)
  // A document gets all its content from the caller: it fetches nothing, and reads only its fonts from the
  // disk.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(FONTS.Inter).includes(path))
  return pdfmake
}

/** Lines as fine as hairs below rows, and rows close to each other. */
export const CLOSE_LINES = {
  hLineWidth: (line: number) => (line === 0 ? 0 : line === 1 ? 0.8 : 0.3),
  vLineWidth: () => 0,
  hLineColor: () => '#93a1af',
  paddingLeft: (column: number) => (column === 0 ? 0 : 3),
  paddingRight: () => 3,
  paddingTop: () => 1.5,
  paddingBottom: () => 1,
}

/** The bytes of a document in our type on A4. */
export async function renderPdf(document: Document): Promise<Buffer> {
  const pdfmake = await loadPdfmake()
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: [48, 56, 48, 56],
      ...document,
      defaultStyle: {
        ...{ font: 'Inter', fontSize: 9.5, lineHeight: 1.25, color: '#0e1b29' },
        // Digits of equal width, so that columns of figures align. It takes twice the processor time, because
        // such text is laid out again each time: 2.5 s for two tables of 200 rows.
        fontFeatures: ['tnum'],
      },
    })
    .getBuffer()
}
