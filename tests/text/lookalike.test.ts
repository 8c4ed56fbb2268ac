import { describe, expect, test } from 'vitest'
import { lookalikes } from '../../sidecar/text/lookalike.ts'

describe('[approval.lookalike] a name', () => {
  test.each([
    ['two scripts in one word', 'p\u0430ypal.com', /mixes Latin and Cyrillic letters in "p\u0430ypal" \(U\+0430\)/],
    ['Greek among Latin', 'g\u03bf\u03bfgle.com', /mixes Latin and Greek letters.*U\+03BF/],
    ['a word all of twins', '\u0430\u0440\u0440\u04cf\u0435.com', /looks Latin and is Cyrillic/],
    ['no width', 'a\u200bb@acme.com', /invisible characters \(U\+200B\)/],
    ['a control character', 'a\u001b[31mb', /invisible characters \(U\+001B\)/],
    ['a soft hyphen', 'ac\u00adme.com', /invisible characters \(U\+00AD\)/],
    ['a tag character', 'a\u{e0041}', /invisible characters \(U\+E0041\)/],
    ['text that turns', '/home/u/\u202efdp.exe', /turn the direction of the text \(U\+202E\)/],
    ['a slash that is none', 'acme.com\u2215x.evil.com', /signs that pass for others \(U\+2215\)/],
    ['full-width letters', '\uff41cme.com', /unusual form \(U\+FF41\)/],
    ['mathematical letters', '\u{1d41a}cme.com', /unusual form \(U\+1D41A\)/],
    ['a script g', '\u0261ithub.com', /letters that pass for others \(U\+0261 for g\)/],
    ['a script a in an address', 'ann@\u0251cme.com', /U\+0251 for a/],
    ['a script a in a path', '/home/u/\u0251cme.md', /U\+0251 for a/],
    ['small capitals', 'https://\u1d20isa.com/', /U\+1D20 for v/],
    ['a dotless i in a host', 'https://g\u0131thub.com/a', /U\+0131 for i/],
    ['a dotless i in a bare host', 'paypa\u0131.com', /U\+0131 for i/],
    ['a dotless i in an address', 'b\u0131ll@acme.com', /U\+0131 for i/],
    ['a dotless i beside a word that has it rightly', 'https://paypa\u0131-\u0131\u015f\u0131k.com/', /U\+0131 for i/],
    ['a click for an l', 'paypa\u01c0.com', /U\+01C0 for l/],
    ['a dot that is none', 'https://acme.com\uff61evil.com/', /signs that pass for others \(U\+FF61\)/],
    ['a dot that is none in an address', 'ann@acme\u3002com', /signs that pass for others \(U\+3002\)/],
    ['a dot that is none among letters', 'see acme\uff61com', /signs that pass for others \(U\+FF61\)/],
    ['a digit of another script', 'https://paypa\u0661.com/', /signs that pass for others \(U\+0661\)/],
    ['old Cyrillic letters', '\u0475\u0456\u0441\u043e.com', /looks Latin and is Cyrillic/],
    ['punycode', 'https://xn--pple-43d.com/', /xn--/],
  ])('with %s is told', (_, name, said) => {
    expect(lookalikes(name).join('\n')).toMatch(said)
  })

  test.each([
    'ann@acme.com',
    '/home/u/Über die Brücke/naïve.txt',
    '/home/u/Документы/report.txt',
    '/home/u/文件（一）：说明。txt',
    '日本語テキストABC.txt',
    'https://acme.com/a?b=c#d',
    'C:\\Users\\Ann\\notes.md',
    '/home/u/Σημειώσεις/λίστα.md',
    // Turkish and Azeri
    'Ayşe Yıldız',
    'Işıl Kırmızı',
    '/home/u/yıldız.txt',
    'kırtasiye listesi.md',
    'https://yıldız.com.tr/sayfa',
    'ayşe.yıldız@firma.com.tr',
    'https://ışık.com/',
    'Əli Qarayev',
    // Polish, Czech, Icelandic, Vietnamese, Romanian, Welsh
    'Łukasz Wiśniewski',
    'łukasz@przykład.pl',
    'https://żółw.pl/',
    'Jiří Dvořák',
    'Þórður Guðmundsson',
    'Nguyễn Thị Đào',
    'Ștefan Țepeș',
    'Ŵyn',
    // Hausa, Ewe
    'Ɓala Ɗan Ƙano',
    'Eʋegbe ɣleti',
    // Chinese, Japanese, Arabic, Hindi, Korean
    '王小明',
    '北京大学。',
    '会议记录。第二部分',
    'https://例子.中国/路径',
    '用户@例子.公司',
    '山田太郎',
    'ｱｲｳ｡ｴｵ',
    'محمد عبد الله',
    'https://موقع.مصر/',
    'تقرير ٢٠٢٦.pdf',
    'राम कुमार',
    '김민수',
    // Russian, Ukrainian, Greek
    'Иван Петров',
    'Юлія Коваленко',
    'почта@пример.рф',
    'Γιώργος Παπαδόπουλος',
  ])('that is what it looks like is left alone: %s', (name) => {
    expect(lookalikes(name)).toEqual([])
  })

  test('is never cut in what is said of it', () => {
    const name = `${'x'.repeat(10_000)}\u200b`
    expect(lookalikes(name)[0]).toContain('x'.repeat(10_000))
  })

  // Looked at again from every letter on, each of these would outlast the test by far.
  test.each(['x', 'x@', 'a.', '://', 'a\uff61', 'ı', '\u0261', ' @'])(
    'is looked at once, however long it is: %j',
    (piece) => {
      expect(lookalikes(piece.repeat(100_000)).length).toBeLessThan(10)
    },
  )
})
