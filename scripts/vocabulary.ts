/**
 * The words by which pages say what a part of them is, by meaning and language: supporting a language is a row, or a word in one.
 * scripts/generate-vocabulary.ts writes the constants of `FILES` from this file.
 */

/**
 * Each meaning, and below it a row for each language. `_` in a word is a space. A hyphen inside a word may
 * be missing; one at its start or end says that no letter stands there. Words of meanings that end with `-names` are looked for in
 * classes, ids, relations, properties and addresses, inside of longer words too; a word of a name begins with one of `-words`.
 */
export const VOCABULARY = `
author-names: The author of a page or of a part.
  en: author
  de: autor- autorin-
  es pt: autor- autora- autores-
  fr: auteur
  it: autor- autore- autori-
  pl: autor- autorka-
byline-names: The line with the author.
  en: byline
creator-names: An author by microdata; in addresses and classes often another one.
  en: creator
author-label-names: The name of an author, where it is a part of its own.
  en: -fn- vcard poster-name user-name nick-name
poster-names: Who wrote a post.
  en: poster member user
person-names: Addresses of persons, beside those with a word for authors.
  en: contributor member people/ profile user

date-names: When a page or a part of it was published.
  en: date time publish publication posted created issued
  de: datum veröffentlicht
  nl sv: datum
  es: fecha publicad
  fr: publie publié
  it: pubblicat
  pt: publicad
date-label-names: The same, where nothing else is in the name.
  en: -age-
  it pt: -data-
fact-names: What else is read where an element says it of the page.
  en: canonical licen modif writ

title-names: Titles and headings.
  en: title headline heading
  de: titel
  es: titulo
  fr: titre

price-names: Prices.
  en: price -cost- -amount-
  de: preis
  es: precio
  fr: prix
  it: prezzo
old-price-names: Prices that are not the one to pay.
  en: old was save ship msg regular strike compare rrp msrp before original crossed saving -list-price

shown-price-names: Elements with a price.
  en: price amount
  cs sk pl sl: cena-
  de: preis
  es: precio
  fi: hinta
  fr: prix
  id: harga
  it: prezzo
  pt: preco preço
  ro: pret-
  sv: pris-
  tr: fiyat
struck-price-names: Elements with a price that was, or is another one's: whole words of a name.
  en: old was strike\\w* crossed line-through rrp msrp compare\\w* before previous list-price original savings? you-save
  de: uvp vorher statt
  es pt: ancien antes tachado
  fr: barre barré

comment-names: Comments of readers, and programs that show them. The module compares whole words of a name.
  en: comment comments commentlist commentslist commentlisting commentarea commentsarea commentsection commentthread
  en: commentbody commentcontainer commentwrap commentswrapper usercomments replies discussion
  en: disqus giscus utterances livefyre intensedebate commento
  cs sk: komentar komentare
  da no sv: kommentar kommentarer
  de: kommentar kommentare kommentarliste
  es: comentario comentarios
  fi: kommentit
  fr: commentaire commentaires
  hr: komentari
  hu: hozzaszolas hozzaszolasok
  it: commenti
  lt: komentarai
  nl: reactie reacties
  pl: komentarz komentarze
  pt: comentario comentarios
  ro: comentarii
  ru: kommentarii
  tr: yorum yorumlar
  zh: pinglun liuyan
comment-form-names: The place where comments stand and are written.
  en: respond commentform commentsform commentrespond
writing-names: Of a name with a word for comments: the place where they are written.
  en: form add write leave submit editor login
review-names: Reviews of customers, and programs that show them.
  en: review reviews reviewlist customerreviews userreviews bv yotpo
about-comments-names: Of a name with a word for comments: no comments, but a link to them, a number of them, a list of those on other pages; or what an article is filed under ("category-comment").
  en: link links count counts counter number num total score stats icon button btn toggle
  en: no has with without open opened closed off disabled enabled allowed loading error msg alert
  en: recent latest newest last popular trending related recommended widget sidebar feed rss
  en: author writer testimonial testimonials policy rules gate meta
  en: category categories cat tag tags tax taxonomy term type format genre tone pillar slug
  de: kategorie kategorien rubrik ressort
  da no sv: kategori
  fr: categorie rubrique
  es pt: categoria
  it: categoria rubrica
  pl: kategoria

share-names: Sharing a page.
  en: share sharing social addthis
  de: teilen
  fr: partage
follow-names: Following a site or a person elsewhere. Links of any kind are nofollow.
  en: follow
consent-names: Consent to cookies, newsletters, and other notices.
  en: cookie consent gdpr newsletter subscribe notice banner alert
  de: hinweis
layer-words: Layers over a page, by how words of their names begin.
  en: modal dialog overlay lightbox popup
notice-words: Layers for consent.
  en: cookie consent gdpr privacy
request-words: Layers that request something else.
  en: cmp newsletter subscri signup login paywall
tool-words: What is not content where it opens.
  en: share login menu nav search form template translat
related-names: Links to similar pages.
  en: related recommend similar more-from popular trending read-next
  de: verwandt
navigation-names: Navigation.
  en: -nav menu breadcrumb crumbs pager paginat tabs toc skip jump prev next
  de: menue
footer-names: The end of a page.
  en: foot copyright colophon legal imprint siteinfo
  de: fuss
header-names: The start of a page.
  en: head- header- masthead logo brand banner top-bar
  de: kopf
sidebar-names: What stands beside.
  en: side aside widget column-one column-two column-1 column-2 rail portlet

by: What stands before an author.
  en: by
  da: af
  de: von
  es pt: por
  fr: par
  it: di
  nl: door
  no sv: av
written: What stands before that, or before a date.
  en: written posted published created submitted started asked contributed
  de: geschrieben verfasst veröffentlicht
  es: escrito publicado
  fr: écrit publié
  it: scritto
  nl: geschreven
work: What was written, before that.
  en: story words text article recipe
line-starts: The first word of other lines that name a writer.
  en: this thread topic
  nl: door
and: What stands between two names of authors that have each two words: alone it may be in a name.
  da no: og
  es: y
  it pt: e
  nl: en
  pl: i
  ru: и
  sv: och
picture-work: What others than the writer make for a page, before what stands before a name; words begin so.
  en: photo picture image illustrat video graphic
  de: bild illustration
  de es it pt: foto
author: What says, with a colon behind it, that an author follows.
  en: author authors contributor contributors
  de: autor autorin
  es pt: autor autores
  fr: auteur
  it: autore autori
  ja: 著者 記者 文
  ru: автор
  zh: 作者 记者 記者
after-author: The first word of what follows an author.
  en: on published posted updated last in at for says wrote writes reviewed edited read
degree: Degrees behind a name.
  en: MD M.D PhD Ph.D Ph_D RN RD RDN MS MSc BS BSc MBA MPH LCSW CPA CFA CFP DDS DVM JD Esq
rank: The first word of a post.
  en: Sr Senior Junior Chief Head Director Editor Staff Contributor Contributing Manager CEO President Professor
  en: Founder founder Co-founder Co-Founder Certified Licensed Registered Freelance Guest
post: The last word of a post.
  en: Writer Editor Columnist Reporter Journalist Correspondent Specialist Consultant Expert Analyst Director Officer
  en: Astrologer Dietitian Nutritionist Therapist
office: Words of the names of offices, which stand behind a name and a comma.
  en: Association Center Centre College Committee Council Department Faculty Foundation Institute Laboratory Ministry
  en: Office Program Programme Project School Society University
  de: Abteilung Fakultät Hochschule Institut Ministerium Stiftung Universität Verband
  es: Centro Departamento Facultad Fundación Instituto Ministerio Universidad
  fr: Département Faculté Fondation Ministère Université
  it: Dipartimento Facoltà Fondazione Istituto Ministero Università
  pt: Faculdade Fundação Ministério Universidade
organisation: Words of the names of newspapers, firms and the like, which are no persons.
  en: news times post press daily weekly journal magazine herald tribune gazette review chronicle telegraph observer
  en: express mirror media network radio tv online digital today blog report reports wire insider guide hub lab labs
  en: bank store shop studio studios group team agency services solutions strategies partners consulting official
  en: software systems technology technologies tech data cloud design designs marketing construction dental health
  en: clinic medical law legal travel tours music photography farm farmer fitness gym sports science academy
  de: zeitung nachrichten rundschau anzeiger tagblatt tageblatt blatt kurier bote verlag
  es: diario noticias prensa
  pt: jornal notícias
  fr: presse actualités
  it: giornale notizie corriere gazzetta
  sv: dagbladet nyheter
  nl: dagblad nieuws krant
article: What a name of a newspaper begins with, and no name of a person.
  en: the a an my our
  de: der die das
  es: el los las
  fr: le les
  it: il lo gli
editors: Who is no person.
  en: editor editors editorial staff author authors writer team desk
editors-of: What stands before these.
  en: staff the topic about_the site guest news web
no-author: Texts that stand where an author would.
  en: webmaster anonymous unknown null undefined guest user root follow share home read_more learn_more profile users people
  en: member members member_list members_list register register_now login log_in signin sign_in here name search reply
  en: write contributor contributors sign_up subscribe contact
  en: image more title date mon monday tue tues tuesday wed wednesday thu thursday fri friday sat saturday sun sunday

change: What says that a date is that of a change; words begin so.
  en: updat modif revis edited lastmod changed
  de: aktualisiert geändert bearbeitet
  es: actualizad
  fr: mis_à_jour
  it: aggiornat
  ja zh: 更新
  ko: 최종_수정
  nl: bijgewerkt gewijzigd
  pt: atualizad
  ru: обновл измен
  sv: uppdaterad
of-subject: What stands before a date of what a page is about, not of the page.
  en: born died birth death founded founding formed formation established opened opening built completed launched
  en: constructed inaugurated commissioned first first_lit birthday date_of_birth date_of_death
  de: geboren gestorben gegründet gründung eröffnet eröffnung erbaut
  es: nacimiento fallecimiento fundación inauguración
  fr: naissance décès fondation ouverture
  it: nascita morte fondazione apertura
  pt: nascimento morte fundação inauguração
months: How the names of the twelve months begin; a slash is between several of one.
  en: jan feb mar apr may jun jul aug sep oct nov dec
  cs: led úno bře dub kvě červn červenc srp zář říj lis pros
  da no: jan feb mar apr maj/mai jun jul aug sep okt nov dec/des
  de: jan feb mär/mrz apr mai jun jul aug sep okt nov dez
  es: ene feb mar abr may jun jul ago sep/set oct nov dic
  fr: jan fév/fev mar avr mai juin juil aoû/aou sep oct nov déc/dec
  it: gen feb mar apr mag giu lug ago set ott nov dic
  nl: jan feb maa/mrt apr mei jun jul aug sep okt nov dec
  pl: sty lut mar kwi maj cze lip sie wrz paź lis gru
  pt: jan fev mar abr mai jun jul ago set out nov dez
  ru: янв фев мар апр мая/май июн июл авг сен окт ноя дек
  sk: jan feb mar apr máj jún júl aug sep okt nov dec
  sv: jan feb mar apr maj jun jul aug sep okt nov dec
  tr: oca şub mar nis may haz tem ağu eyl eki kas ara
  uk: січ лют бер кві тра чер лип сер вер жов лис гру
time-start: How names of months and weekdays begin.
  en: jan feb mar apr may aug sep oct nov dec mon tue wed thu fri sat sun
time: Other words beside the numbers of ages, dates and times of day.
  en: jun june jul july second seconds minute minutes hour hours day days week weeks month months year years time times
  en: ago am pm
near-day: Days that have no date.
  en: yesterday today
  de: gestern heute
  fr: hier
before-age: What stands before an age.
  de: vor
  es: hace
  fr: il_y_a

sold-out: The whole line of a product that cannot be bought; words are expressions.
  en: sold_out out_of_stock currently_unavailable temporarily_out_of_stock
  ar: نفد_المخزون
  cs: vyprodáno
  da: udsolgt
  de: ausverkauft nicht_(?:auf_lager|verfügbar|lieferbar) derzeit_nicht_verfügbar
  es: agotado sin_stock
  fr: épuisé rupture_de_stock en_rupture
  it: esaurito non_disponibile
  ja: 在庫切れ
  ko: 품절
  nl: uitverkocht
  no: utsolgt
  pl: wyprzedane
  pt: esgotado
  ru: нет_в_наличии
  sk: vypredané
  sv: slutsåld
  zh: 售罄
in-stock: The start of the line of one that can be bought.
  en: in_stock available_now
  ar: متوفر
  cs: skladem
  da no sv: i_lager på_lager
  de: auf_lager sofort_lieferbar lieferbar
  es: en_stock disponible
  fr: en_stock disponible
  it: disponibile
  ja: 在庫あり
  nl: in_voorraad op_voorraad
  pl: w_magazynie
  pt: em_stock
  ro: in_stoc
  ru: в_наличии есть_в_наличии
  sk: skladom
  sl: na_zalogi
  zh: 有货
buy: The whole text of a button that puts a product into the cart; words are expressions.
  en: (?:add|put|place)_(?:to|in|into)_(?:your_|my_|the_)?(?:shopping_)?(?:cart|basket|bag|trolley) order_now buy_(?:it_)?now
  ar: أضف_(?:إلى|الى)_(?:السلة|الحقيبة|حقيبة_التسوق)
  cs: do_koší?ka přidat_do_košíku objednat
  da: læg_i_kurv
  de: in_den_(?:warenkorb|einkaufswagen) (?:jetzt_)?(?:kaufen|bestellen)
  es: a[ñn]adir_(?:al_carrito|a_la_cesta|al_carro) agregar_al_carr(?:o|ito) comprar(?:_ahora|_agora)?
  fi: lisää_ostoskoriin
  fr: ajouter_au_panier acheter(?:_maintenant)? achat_immédiat
  it: aggiungi_al_carrello acquista(?:_ora)?
  ja: カートに入れる
  ko: 장바구니
  nl: in_winkelwagen
  no: legg_i_handlekurv
  pl: dodaj_(?:do_koszyka|v_košarico) zamów
  pt: adicionar_ao_carrinho
  ro: adaug[aă]_[iî]n_co[sș]
  ru: купить заказать в_корзину добавить_в_корзину
  sk: pridať_do_košíka objednať
  sl: v_košarico naroči
  sv: lägg_i_varukorg(?:en)?
  tr: sepete_ekle
  zh: 加入购物车
related: What headings over other products have.
  en: related similar you_(?:may|might)_(?:also_)?(?:like|love) also_(?:bought|viewed|like) recommended recommendations
  ar: منتجات_مشابهة
  cs sk: podobn související súvisiace příslušenství príslušenstvo
  de: ähnliche passend(?:es|e) wird_oft empfehl zubehör kunden
  es: relacionad[oa]s también_te similares
  fr: vous_aimerez similaires produits_(?:associés|liés)
  it: correlati simili potrebbe
  ja: 関連 おすすめ
  nl: gerelateerde
  pl: polecan
  ru: похожие с_этим вам_может
  sv: liknande

currency: Codes of currencies, and short names of them.
  en: usd eur gbp chf cad aud pln
  da no sv: kr
  pl: zł
  ru: руб
unit: Units of weight, volume and length.
  en: g kg mg oz lb lbs ml cl cm mm
`;

/** The constants of each file, by the meanings whose words they have. Words that the module cannot compare are left out of its file. */
export const FILES = {
  'assembly/vocabulary.ts': `
PERSON_NAMES: author-names byline-names creator-names poster-names
PERSON_ADDRESSES: author-names person-names
DATE_NAMES: date-names
FACT_NAMES: author-names byline-names creator-names date-names fact-names
WRITER_NAMES: author-names byline-names creator-names
LINE_STARTS: author written work picture-work line-starts
COMMENT_NAMES: comment-names
COMMENT_FORM_NAMES: comment-form-names
WRITING_NAMES: writing-names
REVIEW_NAMES: review-names
LAYER_WORDS: layer-words
NOTICE_WORDS: notice-words request-words
UNFOLDED_WORDS: layer-words notice-words tool-words
ABOUT_COMMENTS_NAMES: about-comments-names
isCurrency: currency
isUnit: unit`,
  'bindings/vocabulary.ts': `
AUTHOR_NAMES: author-names byline-names
AUTHOR_ADDRESSES: author-names
PERSON_ADDRESSES: author-names person-names
DATE_NAMES: date-names
FACT_NAMES: author-names byline-names creator-names date-names fact-names
REMARK_NAMES: comment-names share-names
BY: by
WRITTEN: written
WORK: work
AUTHOR: author
AND: and
PICTURE_WORK: picture-work
AFTER_AUTHOR: after-author
DEGREE: degree
RANK: rank
POST: post
OFFICE: office
ORGANISATION: organisation
ARTICLE: article
EDITORS: editors
EDITORS_OF: editors-of
NO_AUTHOR: no-author
CHANGE: change
OF_SUBJECT: of-subject
MONTHS: months
TIME_START: time-start
TIME: time
SHOWN_PRICE_NAMES: shown-price-names
STRUCK_PRICE_NAMES: struck-price-names
SOLD_OUT: sold-out
IN_STOCK: in-stock
BUY: buy
RELATED: related`,
  'packages/rules/src/vocabulary.ts': `
AUTHOR_NAMES: author-names byline-names creator-names author-label-names
DATE_NAMES: date-names date-label-names
TITLE_NAMES: title-names
PRICE_NAMES: price-names
OLD_PRICE_NAMES: old-price-names
COMMENT_NAMES: comment-names comment-form-names
SHARE_NAMES: share-names follow-names
CONSENT_NAMES: consent-names
RELATED_NAMES: related-names
NAVIGATION_NAMES: navigation-names
FOOTER_NAMES: footer-names
HEADER_NAMES: header-names
SIDEBAR_NAMES: sidebar-names
MONTHS: months
NEAR_DAY: near-day
BEFORE_AGE: before-age
CURRENCY: currency`,
};
