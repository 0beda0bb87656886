// Written by scripts/generate-vocabulary.ts from scripts/vocabulary.txt; change the rows there.

/** Words of author-names, byline-names. */
export const AUTHOR_NAMES =
  '(?:author|autor(?![a-z])|autorin(?![a-z])|autora(?![a-z])|autores(?![a-z])|auteur|autore(?![a-z])|' +
  'autori(?![a-z])|autorka(?![a-z])|byline)';

/** The author of a page or of a part. */
export const AUTHOR_ADDRESSES =
  '(?:author|autor(?![a-z])|autorin(?![a-z])|autora(?![a-z])|autores(?![a-z])|auteur|autore(?![a-z])|' +
  'autori(?![a-z])|autorka(?![a-z]))';

/** Words of author-names, person-names. */
export const PERSON_ADDRESSES =
  '(?:author|autor(?![a-z])|autorin(?![a-z])|autora(?![a-z])|autores(?![a-z])|auteur|autore(?![a-z])|' +
  'autori(?![a-z])|autorka(?![a-z])|contributor|member|people/|profile|user)';

/** When a page or a part of it was published. */
export const DATE_NAMES =
  '(?:date|time|publish|publication|posted|created|issued|datum|veröffentlicht|fecha|publicad|publie|publié|' +
  'pubblicat)';

/** Words of author-names, byline-names, creator-names, date-names, fact-names. */
export const FACT_NAMES =
  '(?:author|autor(?![a-z])|autorin(?![a-z])|autora(?![a-z])|autores(?![a-z])|auteur|autore(?![a-z])|' +
  'autori(?![a-z])|autorka(?![a-z])|byline|creator|date|time|publish|publication|posted|created|issued|datum|' +
  'veröffentlicht|fecha|publicad|publie|publié|pubblicat|canonical|licen|modif|writ)';

/** Words of comment-names, share-names. */
export const REMARK_NAMES =
  '(?:comment|replies|discussion|disqus|giscus|utterances|livefyre|intensedebate|komentar|kommentar|comentario|' +
  'kommentit|hozzaszolas|reactie|comentarii|yorum|pinglun|liuyan|share|sharing|social|addthis|teilen|partage)';

/** What stands before an author. */
export const BY = '(?:by|af|von|por|par|di|door|av)';

/** What stands before that, or before a date. */
export const WRITTEN =
  '(?:written|posted|published|created|submitted|started|asked|contributed|geschrieben|verfasst|veröffentlicht|' +
  'escrito|publicado|écrit|publié|scritto|geschreven)';

/** What was written, before that. */
export const WORK = '(?:story|words|text|article|recipe)';

/** What says, with a colon behind it, that an author follows. */
export const AUTHOR =
  '(?:author|authors|contributor|contributors|autor|autorin|autores|auteur|autore|autori|著者|記者|文|автор|作者|记者)';

/** What stands between two names of authors that have each two words: alone it may be in a name. */
export const AND = '(?:og|y|e|en|i|и|och)';

/** What others than the writer make for a page, before what stands before a name; words begin so. */
export const PICTURE_WORK = '(?:photo|picture|image|illustrat|video|graphic|bild|illustration|foto)';

/** The first word of what follows an author. */
export const AFTER_AUTHOR = '(?:on|published|posted|updated|last|in|at|for|says|wrote|writes|reviewed|edited|read)';

/** Degrees behind a name. */
export const DEGREE = '(?:MD|M\\.D|PhD|Ph\\.D|Ph D|RN|RD|RDN|MS|MSc|BS|BSc|MBA|MPH|LCSW|CPA|CFA|CFP|DDS|DVM|JD|Esq)';

/** The first word of a post. */
export const RANK =
  '(?:Sr|Senior|Junior|Chief|Head|Director|Editor|Staff|Contributor|Contributing|Manager|CEO|President|Professor|' +
  'Founder|founder|Co-?founder|Co-?Founder|Certified|Licensed|Registered|Freelance|Guest)';

/** The last word of a post. */
export const POST =
  '(?:Writer|Editor|Columnist|Reporter|Journalist|Correspondent|Specialist|Consultant|Expert|Analyst|Director|' +
  'Officer|Astrologer|Dietitian|Nutritionist|Therapist)';

/** Words of the names of offices, which stand behind a name and a comma. */
export const OFFICE =
  '(?:Association|Center|Centre|College|Committee|Council|Department|Faculty|Foundation|Institute|Laboratory|' +
  'Ministry|Office|Program|Programme|Project|School|Society|University|Abteilung|Fakultät|Hochschule|Institut|' +
  'Ministerium|Stiftung|Universität|Verband|Centro|Departamento|Facultad|Fundación|Instituto|Ministerio|Universidad|' +
  'Département|Faculté|Fondation|Ministère|Université|Dipartimento|Facoltà|Fondazione|Istituto|Ministero|Università|' +
  'Faculdade|Fundação|Ministério|Universidade)';

/** Words of the names of newspapers, firms and the like, which are no persons. */
export const ORGANISATION =
  '(?:news|times|post|press|daily|weekly|journal|magazine|herald|tribune|gazette|review|chronicle|telegraph|' +
  'observer|express|mirror|media|network|radio|tv|online|digital|today|blog|report|reports|wire|insider|guide|hub|' +
  'lab|labs|bank|store|shop|studio|studios|group|team|agency|services|solutions|strategies|partners|consulting|' +
  'official|software|systems|technology|technologies|tech|data|cloud|design|designs|marketing|construction|dental|' +
  'health|clinic|medical|law|legal|travel|tours|music|photography|farm|farmer|fitness|gym|sports|science|academy|' +
  'zeitung|nachrichten|rundschau|anzeiger|tagblatt|tageblatt|blatt|kurier|bote|verlag|diario|noticias|prensa|jornal|' +
  'notícias|presse|actualités|giornale|notizie|corriere|gazzetta|dagbladet|nyheter|dagblad|nieuws|krant)';

/** What a name of a newspaper begins with, and no name of a person. */
export const ARTICLE = '(?:the|a|an|my|our|der|die|das|el|los|las|le|les|il|lo|gli)';

/** Who is no person. */
export const EDITORS = '(?:editor|editors|editorial|staff|author|authors|writer|team|desk)';

/** What stands before these. */
export const EDITORS_OF = '(?:staff|the|topic|about the|site|guest|news|web)';

/** Texts that stand where an author would. */
export const NO_AUTHOR =
  '(?:webmaster|anonymous|unknown|null|undefined|guest|user|root|follow|share|home|read more|learn more|profile|' +
  'users|people|member|members|member list|members list|register|register now|login|log in|signin|sign in|here|name|' +
  'search|reply|write|contributor|contributors|sign up|subscribe|contact|image|more|title|date|mon|monday|tue|tues|' +
  'tuesday|wed|wednesday|thu|thursday|fri|friday|sat|saturday|sun|sunday)';

/** What says that a date is that of a change; words begin so. */
export const CHANGE =
  '(?:updat|modif|revis|edited|lastmod|changed|aktualisiert|geändert|bearbeitet|actualizad|mis à jour|aggiornat|更新|' +
  '최종 수정|bijgewerkt|gewijzigd|atualizad|обновл|измен|uppdaterad)';

/** How the names of the twelve months begin; a slash is between several of one. */
export const MONTHS = [
  '(?:jan|led|ene|gen|sty|янв|oca|січ)',
  '(?:feb|úno|fév|fev|lut|фев|şub|лют)',
  '(?:mar|bře|mär|mrz|maa|mrt|мар|бер)',
  '(?:apr|dub|abr|avr|kwi|апр|nis|кві)',
  '(?:may|kvě|maj|mai|mag|mei|мая|май|máj|тра)',
  '(?:jun|červn|juin|giu|cze|июн|jún|haz|чер)',
  '(?:jul|červenc|juil|lug|lip|июл|júl|tem|лип)',
  '(?:aug|srp|ago|aoû|aou|sie|авг|ağu|сер)',
  '(?:sep|zář|set|wrz|сен|eyl|вер)',
  '(?:oct|říj|okt|ott|paź|out|окт|eki|жов)',
  '(?:nov|lis|ноя|kas|лис)',
  '(?:dec|pros|des|dez|dic|déc|gru|дек|ara|гру)',
];

/** How names of months and weekdays begin. */
export const TIME_START = '(?:jan|feb|mar|apr|may|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)';

/** Other words beside the numbers of ages, dates and times of day. */
export const TIME =
  '(?:jun|june|jul|july|second|seconds|minute|minutes|hour|hours|day|days|week|weeks|month|months|year|years|time|' +
  'times|ago|am|pm)';

/** Elements with a price. */
export const SHOWN_PRICE_NAMES =
  '(?:price|amount|cena(?![a-z])|preis|precio|hinta|prix|harga|prezzo|preco|preço|pret(?![a-z])|pris(?![a-z])|' +
  'fiyat)';

/** The whole line of a product that cannot be bought; words are expressions. */
export const SOLD_OUT =
  '(?:sold out|out of stock|currently unavailable|temporarily out of stock|نفد المخزون|vyprodáno|udsolgt|' +
  'ausverkauft|nicht (?:auf lager|verfügbar|lieferbar)|derzeit nicht verfügbar|agotado|sin stock|épuisé|' +
  'rupture de stock|en rupture|esaurito|non disponibile|在庫切れ|품절|uitverkocht|utsolgt|wyprzedane|esgotado|' +
  'нет в наличии|vypredané|slutsåld|售罄)';

/** The start of the line of one that can be bought. */
export const IN_STOCK =
  '(?:in stock|available now|متوفر|skladem|i lager|på lager|auf lager|sofort lieferbar|lieferbar|en stock|' +
  'disponible|disponibile|在庫あり|in voorraad|op voorraad|w magazynie|em stock|in stoc|в наличии|есть в наличии|' +
  'skladom|na zalogi|有货)';

/** The whole text of a button that puts a product into the cart; words are expressions. */
export const BUY =
  '(?:(?:add|put|place) (?:to|in|into) (?:your |my |the )?(?:shopping )?(?:cart|basket|bag|trolley)|order now|' +
  'buy (?:it )?now|أضف (?:إلى|الى) (?:السلة|الحقيبة|حقيبة التسوق)|do koší?ka|přidat do košíku|objednat|læg i kurv|' +
  'in den (?:warenkorb|einkaufswagen)|(?:jetzt )?(?:kaufen|bestellen)|a[ñn]adir (?:al carrito|a la cesta|al carro)|' +
  'agregar al carr(?:o|ito)|comprar(?: ahora| agora)?|lisää ostoskoriin|ajouter au panier|acheter(?: maintenant)?|' +
  'achat immédiat|aggiungi al carrello|acquista(?: ora)?|カートに入れる|장바구니|in winkelwagen|legg i handlekurv|' +
  'dodaj (?:do koszyka|v košarico)|zamów|adicionar ao carrinho|adaug[aă] [iî]n co[sș]|купить|заказать|в корзину|' +
  'добавить в корзину|pridať do košíka|objednať|v košarico|naroči|lägg i varukorg(?:en)?|sepete ekle|加入购物车)';

/** Codes of currencies; after a slash their signs and names. Behind @ is the country in which a sign means this currency. */
export const CURRENCIES =
  'ZAR|EGP|MAD|TND|NGN/₦|KES|GHS|MUR/rs@MU|USD/US$/$@US/$@PR/$@EC|CAD/C$/CA$/$@CA|MXN/MX$/$@MX|BRL/R$|ARS/$@AR|' +
  'CLP/$@CL|COP/$@CO|PEN|UYU/$@UY|CRC/₡|JPY/円/¥@JP/￥@JP|CNY/元/¥@CN/￥@CN|KRW/원/₩|INR/₹/rs@IN|PKR/rs@PK|LKR/rs@LK|' +
  'NPR/rs@NP|BDT|SGD/S$/$@SG|HKD/HK$/$@HK|TWD/NT$/$@TW|THB/฿|MYR|IDR|PHP/₱|VND/₫|KZT/₸/тг|GEL/₾|AZN/₼|AED/د.إ|' +
  'SAR/ر.س|QAR|KWD|BHD|OMR|JOD|ILS/₪|EUR/€/euro/euros|GBP/£|CHF|SEK/kr@SE|NOK/kr@NO|DKK/kr@DK|ISK/kr@IS|PLN/zł|' +
  'CZK/kč|HUF/ft|RON/lei|BGN/лв|RSD|TRY/₺/tl|RUB/₽/руб|UAH/₴/грн|BYN/бел_руб|AUD/A$/AU$/$@AU|NZD/NZ$/$@NZ';

/** A word for the number of a thing. */
export const NUMBER_WORD =
  '(?:number|num|no|code|id|#|№|ref\\.?|numm?er|nr|n[uú]m[eé]ro|c[oó]digo|codice|cod|refer[eê]n(?:ce|cia|za)|' +
  'référence|kód|šifra|код)';

/** What a shop numbers. */
export const NUMBERED_THING =
  '(?:(?:ebay(?:-?| ))?(?:item|article|product|object|style|listing|ad|post|lot|stock|catalog(?:ue)?|order)|artikel|' +
  'produkt|bestell|vare|articolo|art[ií]culo|artigo|produto|producto|produit|prodotto|objet|objeto|oggetto|produs|' +
  'produktu|tovaru|zboží|izdelka|tuote|товара|объявления)';

/** What labels a brand. */
export const BRAND_LABEL =
  '(?:brand(?: name)?|manufacturer|marke|hersteller|märke|mærke|merke|marque|marca|fabricant|fabricante|produttore|' +
  'merk|značka|marka|márka|znamka|výrobce|výrobca|proizvajalec|merkki|producent|бренд|марка|производитель|' +
  'торговая марка|الماركة|العلامة التجارية|ブランド|브랜드|品牌)';

/** What labels the number of a shop. */
export const SKU_LABEL =
  '(?:sku|asin|art\\.? ?-?(?:nr|no)\\.?|art\\.|r[eé]f\\.?|rif\\.?|r[eé]f[eé]rence|referencia|referência|cod\\.|' +
  'c[oó]digo|codice|referenz|kód|šifra|артикул|код|商品番号)';

/** What labels the number of a manufacturer. */
export const MPN_LABEL =
  '(?:(?:item )?model|mpn|(?:manufacturer|mfr\\.?)(?:\\W?s)? ?(?:part|ref(?:erence)?|model)?|part|part-?no\\.?|' +
  'hersteller-?(?:artikel)?-?n(?:umme)?r\\.?|modell?(?:nummer)?|modelo|modello|codice produttore|' +
  'référence fabricant|модель)';

/** What labels a GTIN. */
export const GTIN_LABEL =
  '(?:ean(?:-?\\d\\d)?(?:\\/upc)?|gtin(?:-?\\d\\d)?|upc|isbn(?:-?\\d\\d)?|barcode|čiarový kód|штрихкод)';
