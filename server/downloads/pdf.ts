import { fileURLToPath } from 'node:url'
import pdfmake, { type Document } from 'pdfmake'

const inter = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`))
const FONTS = {
  Inter: {
    normal: inter('400Regular/Inter_400Regular.ttf'),
    bold: inter('600SemiBold/Inter_600SemiBold.ttf'),
  },
}
pdfmake.setFonts(FONTS)
// A document holds what it is given: it fetches nothing, and of the disk it reads its fonts alone.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => Object.values(FONTS.Inter).includes(path))

/** The bytes of a document in our type on A4. */
export const renderPdf = (document: Document): Promise<Buffer> =>
  pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: [48, 56, 48, 56],
      ...document,
      defaultStyle: { font: 'Inter', fontSize: 9.5, lineHeight: 1.25, color: '#0e1b29' },
    })
    .getBuffer()
