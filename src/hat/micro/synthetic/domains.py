"""Sixteen everyday domains, none of them live commerce: what people ask there and what kind of answer they get."""

from __future__ import annotations

from hat.micro.synthetic.things import Attribute, KeyKind, Thing


def _attributes(table: str) -> tuple[Attribute, ...]:
    rows = (line.strip().split("|") for line in table.strip().splitlines())
    return tuple(
        Attribute(name.strip(), tuple(q.strip() for q in qs.split("/")), kind.strip(), (name.strip(),))
        for name, kind, qs in rows
    )


_COMMON = _attributes("""
color|color|what color is {x}/which color does {x} have
weight|kilos|how heavy is {x}/how much does {x} weigh
height|meters|how tall is {x}/how high is {x}
owner|name|who owns {x}/whose is {x}
state|state|what is the state of {x}/is {x} ready yet/how is {x} doing
place|place|where is {x}/where can i find {x}
age|months|how old is {x}/what age is {x}
maker|name|who made {x}/who is the maker of {x}
content|stuff|what is {x} made of/which stuff is {x} made from
fee|crowns|how much is the fee for {x}/what do i have to spend on {x}/{x} how much
score|points|how many points does {x} have/what did {x} score
""")


def _thing(noun: str, key: KeyKind, second: str, table: str, common: str) -> Thing:
    shared = tuple(a for a in _COMMON if a.name in common.split())
    return Thing(noun, key, _attributes(table) + shared, second)


THINGS: tuple[Thing, ...] = (
    _thing("book", "number", "city", """
due date|day|when do i bring {x} back/when is {x} due
length|pages|how long is {x}/how many pages has {x}
author|name|who wrote {x}/who is the author of {x}
late fee|crowns|what if i bring {x} back late/how much is the fine on {x}
copies|left|how many of {x} are left/are there any copies of {x}
""", "color weight place owner content"),
    _thing("flight", "number", "day", """
gate|place|where do i board {x}/which gate has {x}
delay|minutes|how late is {x}/is {x} delayed
pilot|name|who flies {x}/who is the captain of {x}
landing|time|when does {x} land/what time does {x} come down
free seats|seats|how many seats are free on {x}/is there space on {x}
""", "state fee height maker"),
    _thing("city", "name", "day", """
weather|degrees|how warm is it in {x}/is it cold in {x}
rain|percent|will it rain in {x}/do i need an umbrella in {x}
sunset|time|when does it get dark in {x}/when does the sun go down in {x}
mayor|name|who runs {x}/who is the mayor of {x}
traffic|minutes|how bad is the traffic in {x}/are the roads full in {x}
""", "age score"),
    _thing("account", "number", "person", """
balance|crowns|how much is in {x}/what is left in {x}
interest|percent|what interest does {x} give/how fast does {x} grow
limit|crowns|how much can i take out of {x}/what is the most i can draw from {x}
closing day|day|when does {x} close/what is the last day of {x}
""", "owner state age fee"),
    _thing("game", "number", "level", """
players|left|how many players are still in {x}/who is still playing in {x}
bonus|points|what bonus does {x} give/do i get extra in {x}
next round|time|when does {x} go on/when is the next round of {x}
leader|name|who leads {x}/who is winning {x}
""", "score age maker state fee"),
    _thing("patient", "number", "day", """
bed|place|where does {x} lie/which bed has {x}
visit|time|when can i see {x}/when may i visit {x}
doctor|name|who treats {x}/which doctor has {x}
fever|degrees|does {x} have fever/how hot is {x}
""", "weight height age state"),
    _thing("recipe", "number", "size", """
cooking time|minutes|how long do i cook {x}/when is {x} done
oven heat|degrees|how hot must the oven be for {x}/at what heat do i bake {x}
cook|name|who came up with {x}/whose idea was {x}
main part|stuff|what do i need most for {x}/what goes into {x}
""", "score weight content fee"),
    _thing("train", "number", "city", """
platform|place|where does {x} leave/which platform has {x}
departure|time|when does {x} leave/what time does {x} go
ride|hours|how long does {x} take/how many hours is {x} on the way
rebate|off|is there a rebate on {x}/do i save something with {x}
""", "color state maker score"),
    _thing("plant", "number", "color", """
water|days|how often does {x} need water/when do i water {x}
light|hours|how much sun does {x} need/can {x} stand in the dark
gardener|name|who looks after {x}/who waters {x}
bloom|months|how long does {x} bloom/when does {x} flower
""", "height age place color"),
    _thing("machine", "number", "floor", """
heat|degrees|how hot does {x} run/is {x} too warm
repair|hours|how long does it take to fix {x}/when is {x} fixed
guarantee|months|how long is {x} covered/is {x} still covered
noise|percent|how loud is {x}/does {x} make noise
""", "weight height maker state content place"),
    _thing("class", "number", "person", """
teacher|name|who teaches {x}/who gives {x}
start|time|when does {x} begin/what time is {x}
hall|place|where is {x} held/which hall is {x} in
homework|pages|how much homework is there for {x}/what do i read for {x}
exam|day|when is the test of {x}/which day is the exam of {x}
""", "score state fee"),
    _thing("hotel", "name", "size", """
check in|time|when can i move in at {x}/how early can i come to {x}
breakfast|crowns|how much is breakfast at {x}/what does a meal at {x} come to
free rooms|left|are there rooms at {x}/how many rooms has {x} left
cancel term|days|until when can i cancel {x}/how long can i step back from {x}
""", "score height owner age fee"),
    _thing("parcel", "code", "city", """
arrival|days|when does {x} arrive/how long until {x} gets here/when will i have {x}
sender|name|who sent {x}/who is {x} from
postage|crowns|what does it cost to send {x}/how much is it to mail {x}
tracking|state|where is {x} now/is {x} on its way/what about {x}
""", "weight height content state"),
    _thing("dish", "number", "size", """
price|crowns|how much is {x}/what does {x} cost/what do i pay for {x}/{x} how much
origin|name|where does {x} come from/where is {x} from/which place makes {x}
portions|left|how many of {x} are left/do you still have {x}/is {x} sold out
reduction|off|do i get {x} for less/is there something off on {x}
""", "content maker weight score"),
    _thing("bike", "number", "day", """
rent|crowns|how much is it to hire {x}/what does a day with {x} cost
return|days|until when can i bring {x} back/how long can i keep {x}/can i give {x} back
insurance|months|how long is {x} insured/is {x} insured
brakes|state|are the brakes of {x} all right/can {x} stop
""", "color owner maker age place"),
    _thing("ticket", "code", "person", """
row|place|where do i sit with {x}/which row is {x}
entry|time|when may i go in with {x}/what time does {x} start
rebate|off|is {x} cheaper for children/how much do students save on {x}
booking|state|is {x} booked/did my {x} go through
""", "fee owner state"),
)  # fmt: skip
